# Zebra's DataWedge: a profile of our own, in which scans come as broadcasts and not as keys. Other devices ignore it.
.class public Lde/magazin/app/Wedge;
.super Ljava/lang/Object;

.method static setUp(Landroid/content/Context;)V
    .locals 4
    const-string v0, "PROFILE_NAME"
    const-string v1, "Magazin"
    const-string v2, "PROFILE_ENABLED"
    const-string v3, "true"
    invoke-static {v0, v1, v2, v3}, Lde/magazin/app/Wedge;->bundle(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Landroid/os/Bundle;
    move-result-object v0
    const-string v1, "CONFIG_MODE"
    const-string v2, "CREATE_IF_NOT_EXIST"
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    invoke-static {p0, v0}, Lde/magazin/app/Wedge;->addApp(Landroid/content/Context;Landroid/os/Bundle;)V
    invoke-static {v0}, Lde/magazin/app/Wedge;->addOutputs(Landroid/os/Bundle;)V
    new-instance v1, Landroid/content/Intent;
    const-string v2, "com.symbol.datawedge.api.ACTION"
    invoke-direct {v1, v2}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v2, "com.symbol.datawedge"
    invoke-virtual {v1, v2}, Landroid/content/Intent;->setPackage(Ljava/lang/String;)Landroid/content/Intent;
    const-string v2, "com.symbol.datawedge.api.SET_CONFIG"
    invoke-virtual {v1, v2, v0}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Landroid/os/Bundle;)Landroid/content/Intent;
    invoke-virtual {p0, v1}, Landroid/content/Context;->sendBroadcast(Landroid/content/Intent;)V
    return-void
.end method

# Two texts by their names.
.method static bundle(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Landroid/os/Bundle;
    .locals 1
    new-instance v0, Landroid/os/Bundle;
    invoke-direct {v0}, Landroid/os/Bundle;-><init>()V
    invoke-virtual {v0, p0, p1}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    invoke-virtual {v0, p2, p3}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    return-object v0
.end method

# The profile holds wherever this app is in front.
.method static addApp(Landroid/content/Context;Landroid/os/Bundle;)V
    .locals 4
    new-instance v0, Landroid/os/Bundle;
    invoke-direct {v0}, Landroid/os/Bundle;-><init>()V
    const-string v1, "PACKAGE_NAME"
    invoke-virtual {p0}, Landroid/content/Context;->getPackageName()Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "*"
    filled-new-array {v1}, [Ljava/lang/String;
    move-result-object v1
    const-string v2, "ACTIVITY_LIST"
    invoke-virtual {v0, v2, v1}, Landroid/os/Bundle;->putStringArray(Ljava/lang/String;[Ljava/lang/String;)V
    const/4 v1, 0x1
    new-array v1, v1, [Landroid/os/Parcelable;
    const/4 v2, 0x0
    aput-object v0, v1, v2
    const-string v3, "APP_LIST"
    invoke-virtual {p1, v3, v1}, Landroid/os/Bundle;->putParcelableArray(Ljava/lang/String;[Landroid/os/Parcelable;)V
    return-void
.end method

.method static addOutputs(Landroid/os/Bundle;)V
    .locals 6
    new-instance v0, Ljava/util/ArrayList;
    invoke-direct {v0}, Ljava/util/ArrayList;-><init>()V
    const-string v1, "intent_output_enabled"
    const-string v2, "true"
    const-string v3, "intent_action"
    const-string v4, "de.magazin.app.SCAN"
    invoke-static {v1, v2, v3, v4}, Lde/magazin/app/Wedge;->bundle(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Landroid/os/Bundle;
    move-result-object v1
    const-string v3, "intent_category"
    const-string v4, "android.intent.category.DEFAULT"
    invoke-virtual {v1, v3, v4}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    # 2: as a broadcast
    const-string v3, "intent_delivery"
    const-string v4, "2"
    invoke-virtual {v1, v3, v4}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v3, "INTENT"
    invoke-static {v0, v3, v1}, Lde/magazin/app/Wedge;->addOutput(Ljava/util/ArrayList;Ljava/lang/String;Landroid/os/Bundle;)V
    new-instance v1, Landroid/os/Bundle;
    invoke-direct {v1}, Landroid/os/Bundle;-><init>()V
    const-string v3, "keystroke_output_enabled"
    const-string v4, "false"
    invoke-virtual {v1, v3, v4}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v3, "KEYSTROKE"
    invoke-static {v0, v3, v1}, Lde/magazin/app/Wedge;->addOutput(Ljava/util/ArrayList;Ljava/lang/String;Landroid/os/Bundle;)V
    const-string v5, "PLUGIN_CONFIG"
    invoke-virtual {p0, v5, v0}, Landroid/os/Bundle;->putParcelableArrayList(Ljava/lang/String;Ljava/util/ArrayList;)V
    return-void
.end method

.method static addOutput(Ljava/util/ArrayList;Ljava/lang/String;Landroid/os/Bundle;)V
    .locals 4
    const-string v0, "PLUGIN_NAME"
    const-string v1, "RESET_CONFIG"
    const-string v2, "true"
    invoke-static {v0, p1, v1, v2}, Lde/magazin/app/Wedge;->bundle(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Landroid/os/Bundle;
    move-result-object v0
    const-string v3, "PARAM_LIST"
    invoke-virtual {v0, v3, p2}, Landroid/os/Bundle;->putBundle(Ljava/lang/String;Landroid/os/Bundle;)V
    invoke-virtual {p0, v0}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    return-void
.end method
